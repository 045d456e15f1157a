import { expect, it } from 'vitest'
import { createUserSlots } from './userSlots.ts'

const gate = () => {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('limits the concurrent queries of one user, in order, and runs those of others in parallel', async () => {
  const slots = createUserSlots(2)
  const gates = [gate(), gate(), gate()]
  const started: string[] = []
  const of = (user: number, name: string, until: Promise<void>) =>
    slots.run(user, undefined, async () => {
      started.push(name)
      await until
      return name
    })
  const all = gates.map((held, at) => of(1, `a${at}`, held.opened))
  const other = of(2, 'b', Promise.resolve())
  await other
  expect(started).toEqual(['a0', 'a1', 'b'])
  gates[1]?.open()
  await settle()
  expect(started).toEqual(['a0', 'a1', 'b', 'a2'])
  for (const held of gates) held.open()
  expect(await Promise.all(all)).toEqual(['a0', 'a1', 'a2'])
})

it('frees the slot of failed work, and the place of a cancelled caller', async () => {
  const slots = createUserSlots(1)
  const held = gate()
  const first = slots.run(1, undefined, () => held.opened)
  const leaving = new AbortController()
  const second = slots.run(1, leaving.signal, async () => 'never')
  const third = slots.run(1, undefined, async () => {
    throw new Error('broken')
  })
  leaving.abort()
  await expect(second).rejects.toThrow()
  held.open()
  await first
  await expect(third).rejects.toThrow('broken')
  expect(await slots.run(1, undefined, async () => 'free')).toBe('free')
})

it('rejects queries of all users above their waiting limit, until one of them runs or leaves', async () => {
  const slots = createUserSlots(1, 2)
  const held = gate()
  const leaving = new AbortController()
  const first = [1, 2].map((user) => slots.run(user, undefined, () => held.opened))
  const gone = slots.run(1, leaving.signal, async () => 'never')
  const waiting = slots.run(2, undefined, async () => 'waited')
  const refused = { status: 503, retryAfterS: 2 }
  await expect(slots.run(1, undefined, async () => 1)).rejects.toMatchObject(refused)
  expect(await slots.run(3, undefined, async () => 'free')).toBe('free')
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ status: 499 })
  const next = slots.run(1, undefined, async () => 'next')
  await expect(slots.run(2, undefined, async () => 1)).rejects.toMatchObject(refused)
  held.open()
  await Promise.all(first)
  expect(await Promise.all([waiting, next])).toEqual(['waited', 'next'])
})

it('lets a user wait within their own share if others have filled all places', async () => {
  const slots = createUserSlots(1, 4)
  const held = gate()
  const all = [1, 1, 1, 2, 2, 2].map((user) => slots.run(user, undefined, () => held.opened))
  const third = [0, 1, 2].map(() => slots.run(3, undefined, () => held.opened))
  await expect(slots.run(1, undefined, async () => 1)).rejects.toMatchObject({ status: 503 })
  await expect(slots.run(3, undefined, async () => 1)).rejects.toMatchObject({ status: 503 })
  held.open()
  await Promise.all([...all, ...third])
})

it('ends waiting after the time limit, and reports how long a query has waited', async () => {
  const slots = createUserSlots(1)
  const held = gate()
  const first = slots.run(1, undefined, () => held.opened)
  const late = slots.run(1, undefined, async () => 'never', 200)
  await expect(late).rejects.toMatchObject({ status: 408, message: 'The query exceeded the 0.2 seconds timeout.' })
  const waited = slots.run(1, undefined, async (waitedMs) => waitedMs)
  setTimeout(held.open, 50)
  await first
  expect(await waited).toBeGreaterThan(40)
  expect(await slots.run(2, undefined, async (waitedMs) => waitedMs)).toBeLessThan(40)
})

it('rejects queries above the waiting limit', async () => {
  const slots = createUserSlots(1)
  const held = gate()
  const running = Array.from({ length: 501 }, () => slots.run(1, undefined, () => held.opened))
  await expect(slots.run(1, undefined, async () => 1)).rejects.toMatchObject({ status: 429, retryAfterS: 2 })
  held.open()
  await Promise.all(running)
})

it('lets in requests of a user as long as their queries could wait, before they do', () => {
  const slots = createUserSlots(1, 2)
  const refused = expect.objectContaining({ status: 503, retryAfterS: 2 })
  // one would run, two would wait
  const [answered] = [1, 2, 3].map(() => slots.letIn(1))
  expect(() => slots.letIn(1)).toThrow(refused)
  // another user has a share of the places
  slots.letIn(2)
  const answeredOther = slots.letIn(2)
  expect(() => slots.letIn(2)).toThrow(refused)
  expect(() => slots.letIn(1)).toThrow(refused)
  answeredOther()
  answered?.()
  // called a second time for the same request
  answered?.()
  slots.letIn(1)
  expect(() => slots.letIn(1)).toThrow(refused)
})

it('counts queries that wait against requests that were not let in yet', async () => {
  const slots = createUserSlots(1, 2)
  const held = gate()
  const all = [1, 1, 1].map((user) => slots.run(user, undefined, () => held.opened))
  expect(() => slots.letIn(1)).toThrow(expect.objectContaining({ status: 503 }))
  slots.letIn(2)
  held.open()
  await Promise.all(all)
  slots.letIn(1)
})
