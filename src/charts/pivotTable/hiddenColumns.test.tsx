import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../web/ui/testing/show.tsx'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import type { PivotForm } from './formData.ts'
import PivotTable from './View.tsx'

const pivotOf = (columns: number) => {
  const names = Array.from({ length: columns }, (_, at) => `column ${at}`)
  const data = answer({ city: [1, names.map(() => 'Oslo')], what: [1, names], n: [0, names.map((_, at) => at)] })
  const { formData } = openSaved({
    viz_type: 'pivot_table_v2',
    groupbyRows: ['city'],
    groupbyColumns: ['what'],
    metrics: ['n'],
  })!
  return <PivotTable {...drawInput(formData as PivotForm, [data])} title="Numbers" />
}

const frame = () => screen.getByRole('grid', { name: 'Numbers' }).parentElement!.parentElement!

it('the edge at which columns are out of view is marked, so that a cut number is not read as a whole one', async () => {
  show(pivotOf(60))
  await screen.findByRole('grid', { name: 'Numbers' })
  expect(frame().dataset.more).toBe('right')
  const scroller = frame().firstElementChild!
  scroller.scrollLeft = 200
  fireEvent.scroll(scroller)
  expect(frame().dataset.more).toBe('left right')
  expect(frame().className).toMatch(/edges/)
})

it('no edge is marked if all columns are in view', async () => {
  show(pivotOf(2))
  await screen.findByRole('grid', { name: 'Numbers' })
  expect(frame().dataset.more).toBeUndefined()
})
