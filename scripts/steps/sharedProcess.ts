/**
 * Runs before each test file. Files share processes and loaded modules, so each must leave the process unchanged: what
 * vitest replaced is restored, and any other change fails the file.
 */
import { afterAll, expect, vi } from 'vitest'

const environment = { ...process.env }
const folder = process.cwd()
const globals = ownGlobals()
/** Set by packages when they are loaded: the parser of SQL, and the library that renders components. */
const OF_PACKAGES = ['fetch', 'IS_REACT_ACT_ENVIRONMENT']

/** The global values by name. Node creates some of them when they are first read: those are ignored. */
function ownGlobals(): Map<string, unknown> {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  return new Map(all.filter(([, each]) => 'value' in each).map(([name, { value }]) => [name, value as unknown]))
}

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  expect(process.env, 'a test file leaves the environment as it found it').toEqual(environment)
  expect(process.cwd(), 'a test file leaves the working folder as it found it').toBe(folder)
  const now = ownGlobals()
  const changed = [...globals].filter(([name, value]) => !Object.is(now.get(name), value)).map(([name]) => name)
  // packages and the test runner store shared values under names like these
  const added = Object.keys(globalThis).filter((name) => now.has(name) && !globals.has(name) && !name.startsWith('__'))
  const found = [...changed, ...added].filter((name) => !OF_PACKAGES.includes(name))
  expect(found, 'a test file leaves global values as it found them').toEqual([])
})
