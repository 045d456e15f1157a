import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { TimeRangeEditor } from './TimeRangeEditor.tsx'

let asked: string[]
let refuse: string | undefined
beforeEach(() => {
  asked = []
  refuse = undefined
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    const text = String(new URL(String(url), 'http://localhost').searchParams.get('q'))
    asked.push(text)
    if (refuse !== undefined && text.includes(refuse)) {
      return new Response(JSON.stringify({ message: 'The time range is not valid.' }), {
        status: 400,
        headers: { 'content-type': 'application/json' },
      })
    }
    const result = { since: '2024-03-03T00:00:00', until: '2024-03-10T00:00:00', timeRange: text }
    return new Response(JSON.stringify({ result }), { headers: { 'content-type': 'application/json' } })
  })
})

const shown = (value?: string) => {
  const onApply = vi.fn()
  const onCancel = vi.fn()
  const user = show(<TimeRangeEditor value={value} column="day" onApply={onApply} onCancel={onCancel} />)
  return { user, onApply, onCancel }
}
const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'APPLY' })
const canApply = () => waitFor(() => expect(apply().disabled).toBe(false))
const kind = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

it.each([
  [undefined, 'No filter'],
  ['Last week', 'Last'],
  ['previous calendar month', 'Previous'],
  ['2024-01-05T00:00:00 : 2024-02-07T00:00:00', 'Custom'],
  ['Last 3 fortnights : today', 'Advanced'],
])('opens %j as %s', (value, name) => {
  shown(value)
  expect(kind(name).checked).toBe(true)
})

it('applies only ranges that the server has resolved', async () => {
  const { user, onApply } = shown('Last week')
  expect(apply().disabled).toBe(true)
  await canApply()
  await user.click(kind('last month'))
  expect(apply().disabled).toBe(true)
  await canApply()
  await user.click(apply())
  expect(onApply).toHaveBeenCalledExactlyOnceWith('Last month')
  expect(asked.at(-1)).toContain('Last month')
})

it('shows the error of the server', async () => {
  refuse = 'Last month'
  const { user } = shown('Last week')
  await canApply()
  await user.click(kind('last month'))
  expect(await screen.findByText('The time range is not valid.')).toBeDefined()
  expect(apply().disabled).toBe(true)
})

it('discards an invalid time when another type is selected', async () => {
  const { user } = shown('2024-01-05T00:00:00 : 2024-02-07T00:00:00')
  await canApply()
  const start = screen.getByRole('textbox', { name: 'START (INCLUSIVE): date and time' })
  await user.clear(start)
  expect(screen.getByRole('status', { name: 'Actual time range' }).textContent).toContain('Enter a date')
  expect(apply().disabled).toBe(true)
  await user.click(kind('Last'))
  await canApply()
})

it('restores the text of a type that was selected before', async () => {
  const { user } = shown('Last week')
  await user.click(kind('last year'))
  await user.click(kind('Previous'))
  await user.click(kind('Last'))
  expect(kind('last year').checked).toBe(true)
})

it('can be cancelled without a change', async () => {
  const { user, onCancel, onApply } = shown('Last week')
  await user.click(screen.getByRole('button', { name: 'CANCEL' }))
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onApply).not.toHaveBeenCalled()
})
