import { AppError } from '../../model/errors/errors.ts'

interface Flight<T> {
  result: Promise<T>
  waiters: number
  stop: AbortController
}

/** Runs `work` for a key, or joins the running work for it. */
export type SingleFlight<T> = (
  key: string,
  signal: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<T>,
) => Promise<T>

const left = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was cancelled.')

/**
 * Equal work that is requested while it runs is done once. Each caller has its own signal and can cancel alone. When
 * the last caller cancels, the work is stopped, and a later call starts new work.
 */
export function singleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function start(key: string, work: (stop: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController()
    const flight: Flight<T> = { result: work(stop.signal), waiters: 0, stop }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.result.then(land, land)
    return flight
  }

  return (key, signal, work) => {
    if (signal?.aborted) return Promise.reject(left())
    const flight = flights.get(key) ?? start(key, work)
    flight.waiters++
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiters--
        if (flight.waiters === 0) {
          if (flights.get(key) === flight) flights.delete(key)
          flight.stop.abort()
        }
        reject(left())
      }
      signal?.addEventListener('abort', leave, { once: true })
      const stopListening = () => signal?.removeEventListener('abort', leave)
      flight.result.then(
        (value) => {
          stopListening()
          resolve(value)
        },
        (error: unknown) => {
          stopListening()
          reject(error)
        },
      )
    })
  }
}
