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

it('rejects queries above the waiting limit', async () => {
  const slots = createUserSlots(1)
  const held = gate()
  const running = Array.from({ length: 501 }, () => slots.run(1, undefined, () => held.opened))
  await expect(slots.run(1, undefined, async () => 1)).rejects.toMatchObject({ status: 429, retryAfterS: 2 })
  held.open()
  await Promise.all(running)
})
