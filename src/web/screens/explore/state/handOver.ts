import type { ExploreState } from '../../../../model/explore/exploreState.ts'

/** What a builder gives to the one that is opened at the next address, which the address itself lacks. */
export interface HandedOver {
  /** the unsaved name */
  name: string
  /** the version of the saved chart that the changes are of; absent: the present one. Saving replaces no newer one. */
  version?: string
  /** the whole document: its controls and their undo history are continued exactly */
  document?: ExploreState
}

const mark = 'handedOver'
const most = 10
let next = 1
const waiting = new Map<number, HandedOver>()

/** The history state of the next address. Only the last ten are remembered, and none after a reload. */
export function handOver(given: HandedOver): Record<string, number> {
  const id = next++
  waiting.set(id, given)
  waiting.delete(id - most)
  return { [mark]: id }
}

/** What was given to the address with this history state. */
export const handedOver = (state: object): HandedOver | undefined =>
  waiting.get((state as { [mark]?: number })[mark] ?? 0)
