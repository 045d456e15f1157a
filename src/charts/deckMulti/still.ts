import { mapStills } from '../mapStills.ts'
import type { StillInput } from '../shared/contract.ts'
import { rampName, type StillName } from '../shared/maps/stillLegend.ts'
import { type MakeStillParts, type StillParts, stillMap } from '../shared/maps/stillMap.ts'
import { unionOf } from '../shared/maps/viewport.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { readSources } from './layers.ts'
import type { DeckMultiForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

/** The map as a static drawing. */
export const still = (input: StillInput<DeckMultiForm>): SvgNode | string => stillMap(input, stillParts)

const stillParts: MakeStillParts<DeckMultiForm> = (input) => {
  const charts = readSources(input)
  const { missing_charts: missing = [] } = input.formData
  if (charts.length === 0) return input.text(texts.needsCharts)
  const made = charts.map(({ type, name, input: own }) => ({
    name,
    part: mapStills[type]?.({ ...input, ...own } as StillInput<never>) ?? input.text(texts.noLayer),
  }))
  const parts = made.flatMap(({ part }) => (typeof part === 'string' ? [] : [part]))
  const unshown = [
    ...made.flatMap(({ name, part }) =>
      typeof part === 'string' ? [input.text(texts.unshown, { name, why: part })] : [],
    ),
    ...missing.map(({ id, message }) =>
      input.text(texts.unshown, { name: input.text(texts.missing, { id: String(id) }), why: message }),
    ),
  ]
  const bounds = unionOf(parts.map((each) => each.bounds))
  if (bounds === undefined) return unshown.join('\n')
  return {
    bounds,
    marksAt: (zoom) => unionOf(parts.map((each) => each.marksAt?.(zoom) ?? each.bounds)),
    marks: (ground) => parts.map(({ marks }) => marks(ground)),
    // the uppermost layer first, as on a page
    names: made.toReversed().flatMap(({ name, part }) => (typeof part === 'string' ? [] : namesOf(name, part))),
    rows: input.data.reduce((sum, { rowcount }) => sum + rowcount, 0),
    missing: parts.reduce((sum, { missing = 0 }) => sum + missing, 0),
    tooLarge: parts.reduce((sum, { tooLarge = 0 }) => sum + tooLarge, 0),
    notes: {
      lines: [...unshown, ...parts.flatMap(({ notes }) => notes?.lines ?? [])],
      brief:
        unshown.length > 0
          ? input.text(texts.unshownCount, { count: String(unshown.length) })
          : parts.flatMap(({ notes }) => notes?.brief ?? []).join(' '),
    },
  }
}

/** The name of a layer with its swatch, or above the entries of its legend. */
function namesOf(label: string, { names = [], swatch, isRange = false }: StillParts): readonly StillName[] {
  if (names.length === 0) return [swatch ? { label, swatch } : { label, isHeading: true }]
  return [{ label, isHeading: true }, ...(isRange ? rampName(names) : names)]
}
