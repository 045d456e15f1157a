import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Checkbox } from './Checkbox.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { TextField } from './TextField.tsx'
import { show } from './testing/show.tsx'

it('is described by its error, or otherwise by its help text', () => {
  show(<TextField label="Name" value="" onChange={() => undefined} help="Shown in lists." error="Enter a name." />)
  const field = screen.getByRole('textbox', { name: /^Name/ })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toContain('Enter a name.')
})

it('keeps its accessible name without a visible label', () => {
  show(<TextField hideLabel label="Search" value="" onChange={() => undefined} />)
  expect(screen.getByRole('textbox', { name: 'Search' })).toBeDefined()
  expect(screen.queryByText('Search')).toBeNull()
})

it('a checkbox of some selected items is mixed', () => {
  show(<Checkbox hideLabel mixed label="Select all" checked={false} onChange={() => undefined} />)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).indeterminate).toBe(true)
})

it('segments with icons are named by their labels', async () => {
  show(
    <SegmentedControl
      label="Align"
      value="left"
      onChange={() => undefined}
      options={[
        { value: 'left', label: 'Left', icon: <i /> },
        { value: 'right', label: 'Right' },
      ]}
    />,
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Left' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Right' }).checked).toBe(false)
})
