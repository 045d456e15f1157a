import { expect, it } from 'vitest'
import { charts } from './index.ts'
import type { Check } from './testing/values/check.ts'
import { distributions } from './testing/values/distributions.ts'
import { flows } from './testing/values/flows.ts'
import { maps } from './testing/values/maps.ts'
import { overTime } from './testing/values/overTime.ts'
import { pictures } from './testing/values/pictures.ts'
import { shares } from './testing/values/shares.ts'
import { written } from './testing/written.ts'

/**
 * The drawn marks are compared with the rows by value: the height of a bar, the angle of a slice, the diameter of a
 * bubble. The checks compute the expected values from the rows, without the code of the type.
 */

/** The checks that types have in their own folders. */
const inFolders = import.meta.glob<{ check: Check }>('./*/testing/drawnValues.ts', { eager: true })
const own = charts.flatMap(({ type, folder }) => {
  const check = inFolders[`./${folder}/testing/drawnValues.ts`]?.check
  return check ? [[type, check] as const] : []
})

const checks: Record<string, Check> = {
  ...overTime,
  ...shares,
  ...distributions,
  ...flows,
  ...maps,
  ...pictures,
  ...Object.fromEntries(own),
}

it('every type is compared', () =>
  expect([...Object.keys(checks), ...written].toSorted()).toEqual(charts.map(({ type }) => type).toSorted()))

it.each(Object.entries(checks))('%s draws its rows', (_type, check) => check())
