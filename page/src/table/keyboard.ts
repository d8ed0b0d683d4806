/** Seats chosen by digits: a second one within a moment makes a number of two. */

const NEXT_MS = 700

/** Gives a function that takes keys, and says whether it was one of its own. */
export function digits(choose: (seat: number) => void, seats: () => number): (key: string) => boolean {
  let first = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const done = (seat: number) => {
    clearTimeout(timer)
    first = ''
    if (seat >= 1 && seat <= seats()) choose(seat)
  }
  return (key) => {
    if (!/^\d$/.test(key)) return false
    const number = Number(first + key)
    if (first || (number && number * 10 > seats())) done(number)
    else {
      first = key
      clearTimeout(timer)
      timer = setTimeout(() => done(number), NEXT_MS)
    }
    return true
  }
}
