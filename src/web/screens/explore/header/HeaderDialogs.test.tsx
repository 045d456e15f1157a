import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { charts } from '../../../../charts/index.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { HeaderDialogs } from './HeaderDialogs.tsx'

/** The format that is selected when the e-mail report of a saved chart is opened. */
async function firstFormatOf(vizType: string): Promise<string> {
  const slice = { slice_id: 7, slice_name: 'Sales', form_data: { viz_type: vizType } }
  const explore: Partial<Explore> = {
    opened: { slice } as unknown as Explore['opened'],
    form: { viz_type: vizType },
    vizType,
  }
  showWithServer(
    <ExploreProvider value={explore as Explore}>
      <HeaderDialogs dialog="emailReport" dashboardId={null} canOverwrite={false} onClose={() => undefined} />
    </ExploreProvider>,
    { answers: { '/api/v1/report/': { count: 0, ids: [], result: [] } } },
  )
  await screen.findByRole('dialog', { name: 'Schedule a new email report' })
  const selected = await screen.findByRole('radio', { checked: true, name: / in email$/ })
  return selected.closest('label')?.textContent ?? ''
}

it('the types whose e-mail report starts as text are those of the contract', () => {
  const types = charts.filter(({ isMailedAsText }) => isMailedAsText).map(({ type }) => type)
  expect(types.toSorted()).toEqual(['paired_ttest', 'pivot_table_v2', 'table'])
})

it.each([
  ['table', 'Text embedded in email'],
  ['pivot_table_v2', 'Text embedded in email'],
  ['pivot_table', 'Text embedded in email'],
  ['paired_ttest', 'Text embedded in email'],
  ['time_table', 'Image (PNG) embedded in email'],
  ['handlebars', 'Image (PNG) embedded in email'],
  ['big_number_total', 'Image (PNG) embedded in email'],
  ['pie', 'Image (PNG) embedded in email'],
  ['a_type_that_was_removed', 'Image (PNG) embedded in email'],
])('the e-mail report of a chart of type %s starts as: %s', async (vizType, expected) => {
  expect(await firstFormatOf(vizType)).toBe(expected)
})
