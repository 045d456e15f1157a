import { totalmem } from 'node:os'
import { expect, it } from 'vitest'
import { machineMemoryMb, memoryPlan } from './machineMemory.ts'

it.each([
  // MB of the machine, query processes, MB of each engine, loads at the same time
  [512, 1, 128, 1],
  [1024, 1, 307, 1],
  [2048, 2, 460, 2],
  [4096, 2, 1075, 2],
  [8192, 2, 2048, 2],
  [65_536, 2, 2048, 2],
])('%i MB are divided into %i x %i MB', (machineMb, children, engineMb, loads) => {
  expect(memoryPlan(machineMb)).toMatchObject({ children, engineMb, loads })
})

it.each([512, 1024, 2048, 4096, 8192])('the engines leave room for the web process in %i MB', (machineMb) => {
  const { children, engineMb } = memoryPlan(machineMb)
  expect(children * engineMb).toBeLessThanOrEqual(machineMb * 0.6)
})

it('more processes share the memory', () => {
  expect(memoryPlan(4096, { children: 4 }).engineMb).toBe(537)
})

it('the machine has at most the memory of the system', () => {
  expect(machineMemoryMb()).toBeGreaterThan(0)
  expect(machineMemoryMb()).toBeLessThanOrEqual(totalmem() / 1_048_576)
})
