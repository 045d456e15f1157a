import type { Versioned, VersionRow } from '../api/versions.ts'

/** The states of objects that the user saw in this browser, to mark newer changes. */
const key = 'sextant.lastLooked'
/** Maximum number of objects; the oldest ones are removed. */
const OBJECTS = 300

/** A state, identified by its version or by the time when it was saved, in the format of the server. */
export type SeenState = number | string

interface Looked {
  seen: SeenState
  /** the previous state that was seen, if it differs */
  before?: SeenState
}

function read(): Record<string, Looked> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Looked>) : {}
  } catch {
    return {}
  }
}

const nameOf = ({ kind, id }: Versioned) => `${kind} ${id}`

/** Stores which state of an object is on screen. */
export function rememberLook(of: Versioned, state: SeenState): void {
  const { [nameOf(of)]: last, ...others } = read()
  if (last?.seen === state) return
  const looked: Looked = { seen: state, ...(last && { before: last.seen }) }
  const entries = [...Object.entries(others), [nameOf(of), looked] as const]
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries.slice(-OBJECTS))))
  } catch {
    // if the storage is full, nothing is marked as new
  }
}

/** The state that the user saw before the one on screen; undefined if there was none. */
export const lastLooked = (of: Versioned): SeenState | undefined => read()[nameOf(of)]?.before

/** Whether a version was saved after a state. */
export const isAfter = ({ version, saved_on }: Pick<VersionRow, 'version' | 'saved_on'>, state: SeenState): boolean =>
  typeof state === 'number' ? version > state : saved_on > state
