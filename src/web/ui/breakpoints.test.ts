import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '..')

/** The widths at which layouts change, and the last pixel below each. */
const breakpoints = [576, 768, 992, 1200].flatMap((width) => [width - 1, width])

/** Exceptions; the file explains the reason. */
const exceptions = [1359, 1615, 1279].map((width) => `list/ListTable.module.css: ${width}`)

it('layouts change at 576, 768, 992 and 1200 px', () => {
  const found = globSync('**/*.css', { cwd: web }).flatMap((file) => {
    const queries = readFileSync(resolve(web, file), 'utf8').match(/@media[^{]*/g) ?? []
    const widths = queries.flatMap((query) => [...query.matchAll(/width: (\d+)px/g)].map(([, width]) => Number(width)))
    return widths.map((width) => ({ place: `${file.replaceAll('\\', '/')}: ${width}`, width }))
  })
  expect(found.length).toBeGreaterThan(50)
  const others = found.filter(({ width }) => !breakpoints.includes(width)).map(({ place }) => place)
  expect([...new Set(others)]).toEqual(exceptions)
})
