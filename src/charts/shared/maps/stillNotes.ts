import type { StillInput } from '../contract.ts'
import type { Combined } from './combined.ts'
import { combinedTexts } from './combinedTexts.ts'
import type { StillParts } from './stillMap.ts'

/** The notes of a picture about points that the database has combined. */
export function combinedNotes(
  combined: Combined | undefined,
  text: StillInput<unknown>['text'],
): Pick<StillParts, 'notes'> {
  if (!combined) return {}
  const written = (count: number) => count.toLocaleString('en')
  const note = text(combinedTexts.combined, {
    points: written(combined.points),
    cells: written(combined.counts.length),
  })
  return { notes: { lines: [note], brief: note } }
}
