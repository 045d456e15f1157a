import type { Country } from '../../model/geography/countries.ts'
import { recognizeCountry } from '../../model/geography/otherNames.ts'
import type { DrawInput } from '../shared/contract.ts'
import type { NamedGroup } from '../shared/crossFilter.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { someOf } from '../shared/maps/someOf.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import type { WorldMapForm } from './query.ts'

/** A row of the result that represents a country. `label` is the name of the country. */
export interface Place extends NamedGroup {
  country: Country
  value: number | null
  /** value of the metric of its bubble */
  size: number | null
}

export interface Places {
  places: Place[]
  /** values that are not a country */
  unknown: string[]
  /** rows of countries that an earlier row already represents, as with 'fr' and 'FR' */
  repeated: number
}

/** The countries of the rows. */
export const readPlaces = readInSteps(function* ({
  formData: form,
  data,
}: Pick<DrawInput<WorldMapForm>, 'formData' | 'data' | 'datasource'>): Steps<Places> {
  const [answer] = data
  const found: Places = { places: [], unknown: [], repeated: 0 }
  if (answer === undefined || form.entity === undefined) return found
  const groups = readGroups(answer, [form.entity])
  const [values, sizes] = [readMetric(answer, form.metric), readMetric(answer, form.secondary_metric)]
  const seen = new Set<string>()
  for (let row = 0; row < groups.count; row += 1) {
    if (pausesAfter(row)) yield
    const groupValues = groups.values(row)
    const [cell] = groupValues
    const country = typeof cell === 'string' ? recognizeCountry(form.country_fieldtype, cell) : undefined
    if (country === undefined) found.unknown.push(groups.texts(row)[0] ?? '')
    else if (seen.has(country.cca3)) found.repeated += 1
    else {
      seen.add(country.cca3)
      const [value, size] = [values[row] ?? null, sizes[row] ?? null]
      found.places.push({ country, label: country.name, groupValues, value, size })
    }
  }
  return found
})

/** What the map leaves out, as sentences. */
export function leftOutTexts({ places, unknown, repeated }: Places): (string | false)[] {
  const count = places.length + unknown.length + repeated
  const some = someOf(unknown)
  return [
    unknown.length > 0 &&
      (unknown.length === 1
        ? `One of ${count} values is not a country: ${some}`
        : `${unknown.length} of ${count} values are not countries: ${some}`),
    repeated > 0 &&
      (repeated === 1 ? `One of ${count} values repeats a country` : `${repeated} of ${count} values repeat countries`),
  ]
}
