/**
 * Runs before each file of pure tests. They share a process and its modules, so each file must leave the process as it
 * was: values replaced by vitest are restored, and any other change fails the file.
 */
import { afterAll, expect, vi } from 'vitest'

const environment = { ...process.env }
const folder = process.cwd()
const globals = ownGlobals()

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
  expect(process.env, 'a pure test leaves the environment as it found it').toEqual(environment)
  expect(process.cwd(), 'a pure test leaves the working folder as it found it').toBe(folder)
  const now = ownGlobals()
  const replaced = [...globals].filter(([name, value]) => !Object.is(now.get(name), value)).map(([name]) => name)
  // packages and the test runner store shared values under names like these
  const added = Object.keys(globalThis).filter((name) => now.has(name) && !globals.has(name) && !name.startsWith('__'))
  expect([...replaced, ...added], 'a pure test leaves global values as it found them').toEqual([])
})
