import { mapStills } from '../mapStills.ts'
import type { StillInput } from '../shared/contract.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { unionOf } from '../shared/maps/viewport.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { readSources } from './layers.ts'
import type { DeckMultiForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

/** The same map as a picture. */
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
    marks: (ground) => parts.map(({ marks }) => marks(ground)),
    names: parts.flatMap(({ names = [] }) => names),
    notes: {
      lines: [...unshown, ...parts.flatMap(({ notes }) => notes?.lines ?? [])],
      brief:
        unshown.length > 0
          ? input.text(texts.unshownCount, { count: String(unshown.length) })
          : parts.flatMap(({ notes }) => notes?.brief ?? []).join(' '),
    },
  }
}
