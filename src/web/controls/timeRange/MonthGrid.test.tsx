import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { MonthGrid, type MonthGridProps } from './MonthGrid.tsx'

function Month({ onChange, ...rest }: Partial<MonthGridProps>) {
  const [day, setDay] = useState('2024-01-31')
  return (
    <MonthGrid
      label="Start"
      day={day}
      onChange={(next) => {
        setDay(next)
        onChange?.(next)
      }}
      {...rest}
    />
  )
}

const chosen = () => screen.getByRole('button', { pressed: true })
const year = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start: year' }).value

it.each([
  ['{ArrowRight}', '2024-02-01'],
  ['{ArrowLeft}', '2024-01-30'],
  ['{ArrowUp}', '2024-01-24'],
  ['{ArrowDown}', '2024-02-07'],
  // a shorter month does not have this day
  ['{PageDown}', '2024-02-29'],
  ['{PageUp}', '2023-12-31'],
  ['{Shift>}{PageDown}{/Shift}', '2025-01-31'],
  ['{Home}', '2024-01-01'],
  ['{ArrowDown}{End}', '2024-02-29'],
])('%s and Enter select %s', async (keys, expected) => {
  const onChange = vi.fn()
  const user = show(<Month onChange={onChange} />)
  chosen().focus()
  await user.keyboard(keys)
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(expected)
})

it('is a single tab stop', () => {
  show(<Month />)
  const days = screen.getAllByRole('button').filter((button) => button.dataset['day'])
  expect(days).toHaveLength(31)
  expect(days.filter((day) => day.tabIndex === 0)).toEqual([chosen()])
})

it('shows another month and year without selecting a day', async () => {
  const onChange = vi.fn()
  const user = show(<Month onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(year()).toBe('2023')
  await user.clear(screen.getByRole('textbox', { name: 'Start: year' }))
  await user.type(screen.getByRole('textbox', { name: 'Start: year' }), '1999{Enter}')
  expect(screen.getByRole('button', { name: 'Friday, December 31, 1999' })).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
})

it('opens at another month until a day is selected', async () => {
  const user = show(<Month opensAt="2020-05-17" />)
  expect(year()).toBe('2020')
  await user.click(screen.getByRole('button', { name: 'Friday, May 1, 2020' }))
  expect(chosen().getAttribute('aria-label')).toBe('Friday, May 1, 2020')
})
