/** Beeps by WebAudio and buzzes by the phone's motor; each may be muted. */

import { prefs } from './prefs.svelte'

let audio: AudioContext | null = null

/** To be called from a tap: browsers let a page sound only after one. */
export function unlock(): void {
  if (!prefs.sound || !('AudioContext' in window)) return
  audio ??= new AudioContext()
  if (audio.state !== 'running') audio.resume().catch(() => {}) // on iPhones a call or a lock interrupts it
}

function beep(at: number, pitch: number, length: number): void {
  if (!audio) return
  const start = audio.currentTime + at
  const tone = audio.createOscillator()
  const loud = audio.createGain()
  tone.type = 'sine'
  tone.frequency.value = pitch
  loud.gain.setValueAtTime(0, start)
  loud.gain.linearRampToValueAtTime(0.5, start + 0.02)
  loud.gain.setValueAtTime(0.5, start + length - 0.05)
  loud.gain.linearRampToValueAtTime(0, start + length)
  tone.connect(loud).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length)
}

function buzz(pattern: number[]): void {
  if (prefs.buzz && 'vibrate' in navigator) navigator.vibrate(pattern)
}

/** Few seconds are left. */
export function warn(): void {
  unlock()
  if (prefs.sound) beep(0, 660, 0.22)
  buzz([120])
}

/** Time is up. */
export function end(): void {
  unlock()
  if (prefs.sound) for (const at of [0, 0.28, 0.56]) beep(at, 880, 0.22)
  buzz([200, 100, 200, 100, 400])
}
