import type { ExploreState } from '../../../../model/explore/exploreState.ts'

/** The state that a builder passes to the builder at the next address, in addition to the address itself. */
export interface HandedOver {
  /** the unsaved name */
  name: string
  /**
   * the version of the saved chart that the changes are based on; absent: the current one. Saving never replaces a
   * newer version.
   */
  version?: string
  /** the whole document: its controls and their undo history are continued */
  document?: ExploreState
}

const mark = 'handedOver'
const most = 10
let next = 1
const waiting = new Map<number, HandedOver>()

/** The history state for the next address. Only the last ten are kept, and none after a reload. */
export function handOver(given: HandedOver): Record<string, number> {
  const id = next++
  waiting.set(id, given)
  waiting.delete(id - most)
  return { [mark]: id }
}

/** The state that was passed to the address with this history state. */
export const handedOver = (state: object): HandedOver | undefined =>
  waiting.get((state as { [mark]?: number })[mark] ?? 0)
