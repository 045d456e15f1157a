/**
 * Work on many rows that can pause: it yields now and then. `atOnce` does it in one go, `inSlices` in several tasks, with
 * the same result.
 */
export type Steps<T> = Generator<undefined, T, undefined>

/** Rows that are read between two pauses: about a millisecond. */
const rowsOfStep = 2048

/** Whether the work pauses after this row. */
export const pausesAfter = (row: number): boolean => row % rowsOfStep === rowsOfStep - 1

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Milliseconds of one task. A reader notices a pause only above 100 ms, also on a machine of a quarter of the speed. */
const sliceMs = 16

/** Does the work in short tasks, so that the page can respond in between. It stops for good if the signal aborts. */
export async function inSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one task after another
    await new Promise<void>((done) => {
      setTimeout(done, 0)
    })
    signal.throwIfAborted()
    const started = performance.now()
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() - started < sliceMs)
  }
}
