import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NO_SANDBOX } from '../../engine/run/sandbox.ts'
import { readBoundaryFile } from './boundaryFile.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'boundaries-'))
  mkdirSync(join(home, 'scratch'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('two files are read at a time, and the others wait', async () => {
  const file = join(home, 'areas.json')
  const ring = [0, 1, 2, 0].map((at) => [at, at === 1 ? 5 : 0])
  const area = { type: 'Feature', properties: { code: 'A' }, geometry: { type: 'Polygon', coordinates: [ring] } }
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [area] }))
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, readdirSync(join(home, 'scratch')).length)
  }, 2)
  const reading = Array.from({ length: 6 }, () => readBoundaryFile(file, {}, { home, sandbox: NO_SANDBOX }))
  const found = await Promise.all(reading)
  clearInterval(watching)
  expect(found.map(({ regions }) => regions)).toEqual([1, 1, 1, 1, 1, 1])
  expect(most).toBe(2)
})
