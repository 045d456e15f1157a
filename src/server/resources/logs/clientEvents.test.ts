import { expect, it } from 'vitest'
import { eventRows } from './clientEvents.ts'

const sender = { userId: 1, now: 0, address: '127.0.0.1', referrer: undefined }
const actions = (events: unknown[]) => eventRows({ events }, 'events', sender).map(({ action }) => action)

it('accepts only event names that pages use: clients cannot log sign-ins or deletions', () => {
  const names = ['mount_dashboard', 'load_chart', 'sign_in', 'delete', 'x'.repeat(400), '', null, 7]
  expect(actions(names.map((event_name) => ({ event_name })))).toEqual([
    'mount_dashboard',
    'load_chart',
    ...Array.from({ length: 6 }, () => 'log'),
  ])
})
