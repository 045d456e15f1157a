import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { CustomRangeFields } from './CustomRangeFields.tsx'
import { type CustomRange, formatCustom, parseCustom } from './frames.ts'

const today = '2024-03-10T00:00:00'

function shownRange(text: string) {
  const onReadable = vi.fn()
  const onChange = vi.fn<(text: string) => void>()
  function Fields() {
    const [range, setRange] = useState(() => parseCustom(text, today) as CustomRange)
    return (
      <CustomRangeFields
        range={range}
        onReadable={onReadable}
        onChange={(next) => {
          setRange(next)
          onChange(formatCustom(next))
        }}
      />
    )
  }
  return { user: show(<Fields />), onReadable, onChange }
}

const start = () => screen.getByRole('group', { name: 'START (INCLUSIVE)' })
const end = () => screen.getByRole('group', { name: 'END (EXCLUSIVE)' })
const both = '2024-01-05T08:30:00 : 2024-02-07T00:00:00'

async function setMode(user: ReturnType<typeof show>, side: HTMLElement, mode: string) {
  await user.click(within(side).getAllByRole('combobox')[0] as HTMLElement)
  await user.click(await screen.findByRole('option', { name: mode }))
}

it('has a calendar for each end at a time, and marks the days between', async () => {
  const { user, onChange } = shownRange(both)
  expect(screen.getAllByRole('grid')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Monday, January 8, 2024' }))
  // at the same time of day
  expect(onChange).toHaveBeenLastCalledWith('2024-01-08T08:30:00 : 2024-02-07T00:00:00')
})

it('says when a typed time is invalid, and keeps its text', async () => {
  const { user, onReadable, onChange } = shownRange(both)
  const field = within(start()).getByRole<HTMLInputElement>('textbox')
  await user.clear(field)
  await user.type(field, 'soon')
  expect(onReadable).toHaveBeenLastCalledWith(false)
  expect(field.value).toBe('soon')
  await user.clear(field)
  await user.type(field, '2024-01-06 12:30:00')
  expect(onReadable).toHaveBeenLastCalledWith(true)
  expect(onChange).toHaveBeenLastCalledWith('2024-01-06T12:30:00 : 2024-02-07T00:00:00')
})

it('with a relative end has a number and a unit instead of the calendar', async () => {
  const { user, onChange } = shownRange(both)
  await setMode(user, start(), 'Relative Date/Time')
  expect(screen.getAllByRole('grid')).toHaveLength(1)
  const amount = within(start()).getByRole('textbox', { name: 'START (INCLUSIVE): number' })
  await user.clear(amount)
  await user.type(amount, '0{Enter}')
  // the minimum is one
  expect(onChange.mock.lastCall?.[0]).toContain(', -1, day)')
})

it('with two relative ends has an anchor', async () => {
  const { user } = shownRange(both)
  expect(screen.queryByRole('combobox', { name: 'Anchor to' })).toBeNull()
  await setMode(user, start(), 'Relative Date/Time')
  await setMode(user, end(), 'Relative Date/Time')
  expect(screen.getByRole('combobox', { name: 'Anchor to' })).toBeDefined()
})
