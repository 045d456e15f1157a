import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tab, TabList, TabPanel, Tabs } from './Tabs.tsx'
import { show } from './testing/show.tsx'

function Three() {
  const [value, setValue] = useState('one')
  return (
    <Tabs value={value} onChange={setValue}>
      <TabList label="Numbers">
        <Tab value="one">One</Tab>
        <Tab value="two" disabled>
          Two
        </Tab>
        <Tab value="three">Three</Tab>
      </TabList>
      <TabPanel value="one">First</TabPanel>
      <TabPanel value="three" keepMounted>
        Third
      </TabPanel>
    </Tabs>
  )
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent

it.each([
  ['{ArrowRight}', 'Three'],
  ['{ArrowLeft}', 'Three'],
  ['{End}', 'Three'],
  ['{ArrowRight}{ArrowRight}', 'One'],
  ['{End}{Home}', 'One'],
])('%s opens %s, past the disabled tab', async (keys, expected) => {
  const user = show(<Three />)
  await user.tab()
  await user.keyboard(keys)
  expect(selected()).toBe(expected)
  expect(document.activeElement?.textContent).toBe(expected)
})

it('shows the panel of the open tab, which is named by the tab', async () => {
  const user = show(<Three />)
  expect(screen.getByRole('tabpanel', { name: 'One' }).textContent).toBe('First')
  expect(screen.getByText('Third').hidden).toBe(true)
  await user.click(screen.getByRole('tab', { name: 'Three' }))
  expect(screen.getByRole('tabpanel', { name: 'Three' }).textContent).toBe('Third')
  expect(screen.queryByText('First')).toBeNull()
})

it('is a single tab stop', async () => {
  const user = show(
    <>
      <Three />
      <button type="button">after</button>
    </>,
  )
  await user.tab()
  expect(document.activeElement?.textContent).toBe('One')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('after')
})
