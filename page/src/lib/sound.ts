/** Beeps by WebAudio and buzzes by the phone's motor; each may be muted. */

import { prefs } from './prefs.svelte'

let audio: AudioContext | null = null

/** To be called from a tap: browsers let a page sound only after one. */
export function unlock(): void {
  if (!(prefs.sound || prefs.chimes) || !('AudioContext' in window)) return
  audio ??= new AudioContext()
  if (audio.state !== 'running') audio.resume().catch(() => {}) // on iPhones a call or a lock interrupts it
}

function beep(at: number, pitch: number, length: number, volume = 0.5): void {
  if (!audio) return
  const start = audio.currentTime + at
  const tone = audio.createOscillator()
  const loud = audio.createGain()
  tone.type = 'sine'
  tone.frequency.value = pitch
  loud.gain.setValueAtTime(0, start)
  loud.gain.linearRampToValueAtTime(volume, start + 0.02)
  loud.gain.setValueAtTime(volume, start + length - 0.05)
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

/** What a table sounds like to whoever plays: notes as [when, pitch, length] in seconds and hertz. */
const CHIMES = {
  turn: [[0, 660, 0.14], [0.15, 880, 0.22]],
  night: [[0, 220, 0.5], [0.35, 165, 0.8]],
  dawn: [[0, 392, 0.25], [0.2, 494, 0.25], [0.4, 587, 0.6]],
  death: [[0, 147, 0.9], [0.05, 110, 1.1]],
  vote: [[0, 520, 0.09], [0.11, 520, 0.09], [0.22, 520, 0.09]],
  said: [[0, 740, 0.05]],
  hurry: [[0, 990, 0.08]],
} satisfies Record<string, [number, number, number][]>
export type Chime = keyof typeof CHIMES

export function chime(name: Chime): void {
  if (!prefs.chimes) return
  unlock()
  for (const [at, pitch, length] of CHIMES[name]) beep(at, pitch, length, 0.14)
}
