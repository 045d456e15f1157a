import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../web/ui/testing/show.tsx'
import type { Mark } from '../contract.ts'
import { MarkList } from './MarkList.tsx'

const series: Mark[] = ['North', 'South'].map((name) => ({ seriesName: name, label: name }))
const pointsOf = ({ seriesName = '' }: Mark): Mark[] =>
  [1, 2, 3].map((dataIndex) => ({ seriesName, dataIndex, label: `${dataIndex}, ${seriesName}` }))

function open(props: Partial<Parameters<typeof MarkList>[0]> = {}) {
  const onMenu = vi.fn()
  const onChoose = vi.fn(() => true)
  const user = show(
    <MarkList
      label="Marks"
      marks={series}
      selected={[]}
      onFocusMark={() => undefined}
      onChoose={onChoose}
      onMenu={onMenu}
      {...props}
    />,
  )
  const list = screen.getByRole('listbox', { name: 'Marks' })
  list.focus()
  const current = () => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { user, current, onMenu, onChoose }
}

it('reads the values of marks, and selects by their labels', async () => {
  const { user, current, onChoose } = open({ marks: [{ label: 'North', text: 'North: 12' }], selected: ['North'] })
  expect(current()).toBe('North: 12')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('North: 12')
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledWith({ label: 'North', text: 'North: 12' })
})

it('moves between marks with every arrow key', async () => {
  const { user, current } = open()
  expect(current()).toBe('North')
  await user.keyboard('{ArrowRight}')
  expect(current()).toBe('South')
  await user.keyboard('{ArrowDown}')
  expect(current()).toBe('North')
})

it('reaches every point of a series, and the same position in another one', async () => {
  const { user, current, onMenu } = open({ pointsOf })
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(current()).toBe('2, North')
  await user.keyboard('{ArrowDown}')
  expect(current()).toBe('2, South')
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(onMenu.mock.calls[0]?.[0]).toMatchObject({ seriesName: 'South', dataIndex: 2 })
  await user.keyboard('{Home}')
  expect(current()).toBe('South')
})

it('opens the menu of a mark that cannot be selected', async () => {
  const { user, onMenu } = open({ onChoose: () => false })
  await user.keyboard('{Enter}')
  expect(onMenu).toHaveBeenCalledOnce()
})
