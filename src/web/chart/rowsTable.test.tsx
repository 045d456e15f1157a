import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, noDatasource } from '../../charts/testing/drawInput.ts'
import { show } from '../ui/testing/show.tsx'
import RowsTable from './RowsTable.tsx'

it('a missing value, an empty text and a text that reads like a missing value differ', () => {
  const data = answer({ place: [1, [null, '', 'N/A', 'North']], sum: [0, [1, null, 3, 4]] })
  show(<RowsTable data={data} datasource={noDatasource} title="Places" />)
  const [, ...rows] = screen.getAllByRole('row')
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['N/A', '1'],
    ['', 'N/A'],
    ['"N/A"', '3'],
    ['North', '4'],
  ])
})
