import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../web/ui/testing/show.tsx'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import type { TimeTableForm } from './formData.ts'
import TimeTable from './View.tsx'

const column_collection = [{ key: 'last', label: 'Last', colType: 'time', timeLag: 1 }]
const saved = { viz_type: 'time_table', metrics: ['n'], groupby: ['g'], column_collection }
const formData = openSaved(saved)!.formData as TimeTableForm
const none = answer({ __timestamp: [2, []], g: [1, []], n: [0, []] })
const some = answer({ __timestamp: [2, [20, 10]], g: [1, ['a', 'a']], n: [0, [2, 1]] })

function Later() {
  const [data, setData] = useState(none)
  return (
    <>
      <button type="button" onClick={() => setData(some)}>
        Refresh
      </button>
      <TimeTable {...drawInput(formData, [data])} title="Values" waiting={null} />
    </>
  )
}

it('a table that replaces a note marks its edges too', async () => {
  const user = show(<Later />)
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  const scroller = screen.getByRole('table', { name: 'Values' }).parentElement!
  scroller.scrollLeft = 20
  fireEvent.scroll(scroller)
  expect(scroller.parentElement?.dataset['more']).toBe('left')
})
