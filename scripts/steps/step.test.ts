import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { exitOutcome } from './outcome.ts'
import { runStep, type Step } from './step.ts'

const node = (code: string, limitMinutes?: number): Step => ({
  name: 'test',
  command: [process.execPath, '-e', code],
  outcome: exitOutcome,
  limitMinutes,
})

const silent = () => undefined
const noDeadline = { deadline: Number.POSITIVE_INFINITY }

test('a step without end is stopped, with what it had printed', async () => {
  const step = node('console.log("half"); setInterval(() => {}, 1000)', 2 / 60)
  const { passed, failed, failures } = await runStep(step, noDeadline, silent)
  expect({ passed, failed, failures }).toEqual({ passed: 0, failed: 1, failures: ['did not end within 2 s\nhalf'] })
})

test('a step that leaves a process behind ends, and so does the process', async () => {
  const ticks = 'setInterval(() => console.log("tick"), 20)'
  const leave = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(ticks)}], { stdio: 'inherit' })`
  let printed = 0
  const step = node(`${leave}; setTimeout(() => process.exit(0), 500)`)
  const { passed, failed } = await runStep(step, noDeadline, (text) => {
    printed += text.length
  })
  expect({ passed, failed }).toEqual({ passed: 1, failed: 0 })
  expect(printed).toBeGreaterThan(0)
  await delay(200)
  const before = printed
  await delay(500)
  expect(printed).toBe(before)
})

test('nothing is started after the time of the whole run', async () => {
  const { failures } = await runStep(node(''), { deadline: performance.now() - 1 }, silent)
  expect(failures).toEqual(['the time for the whole run was over'])
})
