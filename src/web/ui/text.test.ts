import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('formats no number or date by a skeleton, because the build omits the parser of skeletons', () => {
  const sources = globSync('src/{web,charts,filters}/**/*.{ts,tsx,json}')
  expect(sources.length).toBeGreaterThan(500)
  const skeleton = /\{\s*\w+\s*,\s*(number|date|time)\s*,\s*::/
  expect(sources.filter((file) => skeleton.test(readFileSync(file, 'utf8')))).toEqual([])
})
