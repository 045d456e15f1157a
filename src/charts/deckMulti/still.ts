import { mapStills } from '../mapStills.ts'
import type { StillInput } from '../shared/contract.ts'
import { stillMap } from '../shared/maps/stillMap.ts'
import { unionOf } from '../shared/maps/viewport.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { readSources } from './layers.ts'
import type { DeckMultiForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

/** The same map as a picture. */
export function still(input: StillInput<DeckMultiForm>): SvgNode | string {
  const charts = readSources(input)
  if (charts.length === 0) return input.text(texts.needsCharts)
  const made = charts.map(
    ({ type, input: own }) => mapStills[type]?.({ ...input, ...own } as StillInput<never>) ?? input.text(texts.noLayer),
  )
  const parts = made.filter((each) => typeof each !== 'string')
  const bounds = unionOf(parts.map((each) => each.bounds))
  if (bounds === undefined) return made.find((each) => typeof each === 'string') ?? input.text(texts.needsCharts)
  return stillMap(input, {
    bounds,
    marks: (ground) => parts.map(({ marks }) => marks(ground)),
    names: parts.flatMap(({ names = [] }) => names),
  })
}
