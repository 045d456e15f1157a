import { folded } from '../../model/geography/savedMap.ts'
import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import type { NamedGroup } from '../shared/crossFilter.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { someOf } from '../shared/maps/someOf.ts'
import { cellsOf, nameWriter } from '../shared/plot/cells.ts'
import { loadedCountry } from './boundaries.ts'
import { mapOf } from './countries.ts'
import type { CountryMapForm } from './query.ts'

/** A row of the result that stands for a region. `label` is the name of its area. */
interface Shaded extends NamedGroup {
  value: number | null
}

interface Regions {
  regions: Shaded[]
  /** values that are not a region of the country */
  unknown: string[]
  /** rows of regions that an earlier row already represents, as with 'FR-75' and 'Paris' */
  repeated: number
}

/** The regions of the rows; empty until the boundaries are loaded. */
export function readRegions({
  formData: form,
  data,
}: Pick<DrawInput<CountryMapForm>, 'formData' | 'data' | 'datasource'>): Regions {
  const [answer] = data
  const found: Regions = { regions: [], unknown: [], repeated: 0 }
  const country = loadedCountry(mapOf(form.select_country) ?? '')
  if (answer === undefined || form.entity === undefined || country === undefined) return found
  const groups = readGroups(answer, [form.entity])
  const values = readMetric(answer, form.metric)
  const seen = new Set<string>()
  const name = columnLabel(form.entity)
  const write = nameWriter(answer, name)
  for (const [row, cell] of cellsOf(answer, name).entries()) {
    const text = write(cell)
    const label = country.labelOf.get(folded(text))
    if (label === undefined) found.unknown.push(text)
    else if (seen.has(label)) found.repeated += 1
    else {
      seen.add(label)
      found.regions.push({ label, groupValues: groups.values(row), value: values[row] ?? null })
    }
  }
  return found
}

/** What the map leaves out, as sentences. */
export function leftOutTexts({ regions, unknown, repeated }: Regions): (string | false)[] {
  const count = regions.length + unknown.length + repeated
  const some = someOf(unknown)
  return [
    unknown.length > 0 &&
      (unknown.length === 1
        ? `One of ${count} values is not a region: ${some}`
        : `${unknown.length} of ${count} values are not regions: ${some}`),
    repeated > 0 &&
      (repeated === 1 ? `One of ${count} values repeats a region` : `${repeated} of ${count} values repeat regions`),
  ]
}
