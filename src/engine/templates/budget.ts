import { limitFault } from './fault.ts'

/**
 * The resource limits of a template. Rendering is synchronous, so one meter at a time is enough. Every operation on
 * values uses it, also those deep inside a comparison or a printed list.
 */
export interface Limits {
  /** Nodes evaluated and values visited. */
  steps: number
  /** Characters produced, in the output and in intermediate texts. */
  characters: number
  /** Nested calls. */
  depth: number
}

export const DEFAULT_LIMITS: Limits = { steps: 200_000, characters: 4_000_000, depth: 100 }

interface Meter {
  steps: number
  characters: number
  depth: number
}

let meter: Meter | undefined

/** Runs `work` with limits. @throws TemplateFault when one is exceeded */
export function withLimits<T>(limits: Limits, work: () => T): T {
  const outer = meter
  meter = { ...limits }
  try {
    return work()
  } catch (error) {
    // the stack has overflowed, for example because a list contains itself
    if (error instanceof RangeError) throw limitFault('The template is nested too deeply')
    throw error
  } finally {
    meter = outer
  }
}

export function spendSteps(count = 1): void {
  if (meter && (meter.steps -= count) < 0) throw limitFault('The template takes too many steps')
}

export function spendCharacters(count: number): void {
  if (meter && (meter.characters -= count) < 0) throw limitFault('The template produces too much text')
}

/** Increments the call depth during `work`. */
export function deeper<T>(work: () => T): T {
  if (meter && --meter.depth < 0) throw limitFault('The template is nested too deeply')
  try {
    return work()
  } finally {
    if (meter) meter.depth++
  }
}
