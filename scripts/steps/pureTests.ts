/**
 * Before each file of pure tests. They share a process and its modules, so each file has to leave the process as it
 * found it: what vitest replaced is put back, and anything else that changed fails the file.
 */
import { afterAll, expect, vi } from 'vitest'

const environment = { ...process.env }
const folder = process.cwd()
const globals = ownGlobals()

/** The global values by name. Node makes some of them when they are first read: those are not looked at. */
function ownGlobals(): Map<string, unknown> {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  return new Map(all.filter(([, each]) => 'value' in each).map(([name, { value }]) => [name, value as unknown]))
}

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  expect(process.env, 'a pure test leaves the environment as it found it').toEqual(environment)
  expect(process.cwd(), 'a pure test leaves the working folder as it found it').toBe(folder)
  const now = ownGlobals()
  const replaced = [...globals].filter(([name, value]) => !Object.is(now.get(name), value)).map(([name]) => name)
  // packages and the test runner keep what they share under names like these
  const added = Object.keys(globalThis).filter((name) => now.has(name) && !globals.has(name) && !name.startsWith('__'))
  expect([...replaced, ...added], 'a pure test leaves global values as it found them').toEqual([])
})
