/**
 * Writes the outline of land for maps that show a region, src/charts/shared/maps/fineLand.json: 1:50 million, simplified
 * to a tenth of a degree or less. For maintainers; the file is committed.
 *
 *   node scripts/fineLand.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { quantize } from 'topojson-client'
import { filter, filterWeight, presimplify, simplify } from 'topojson-simplify'
import type { Objects, Topology } from 'topojson-specification'

type Outline = Topology<Objects<object>>

const source = resolve(import.meta.dirname, '../node_modules/world-atlas/land-50m.json')
const target = resolve(import.meta.dirname, '../src/charts/shared/maps/fineLand.json')
/** The area of the smallest detail, in square degrees. */
const detail = 0.006
/** Positions along each axis: 400 m at the equator. */
const positions = 1e5

const outline = presimplify(JSON.parse(readFileSync(source, 'utf8')) as Outline)
const fewer = simplify(outline, detail)
// islands smaller than the detail are left out
const shown = filter(fewer, filterWeight(fewer, detail))
writeFileSync(target, `${JSON.stringify(quantize(shown as Outline, positions))}\n`)
