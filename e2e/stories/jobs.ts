import { eventually, expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('background jobs: an administrator sees what is due, what failed, and starts it again', async (world) => {
    const { page, signIn, go, axeFindings } = await world.visit()
    await signIn()
    await go('/superset/welcome/')
    await page.getByRole('button', { name: /Admin User/ }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).hover()
    await page.getByRole('menuitem', { name: 'Background Jobs' }).click()
    await page.getByRole('heading', { name: 'Background Jobs' }).waitFor()
    expect(await axeFindings()).toEqual([])
    await page.getByRole('link', { name: 'Schedules' }).click()
    // the worker schedules the cleanup when it starts
    await eventually(async () => {
      await page.reload()
      await page.getByRole('row', { name: /Cleanup.*At 23 minutes past the hour/ }).waitFor({ timeout: 2000 })
    })
    expect(await axeFindings()).toEqual([])

    const failed = {
      id: 7,
      kind: 'cleanup',
      subject: null,
      state: 'failed',
      start_after: '2024-03-01T09:00:00',
      started_on: '2024-03-01T09:00:01',
      finished_on: '2024-03-01T09:00:03',
      attempt: 3,
      holder: null,
      error: 'The disk is full.',
      can_retry: true,
      can_cancel: false,
    }
    await page.route('**/api/v1/job/?q=*', (route) => route.fulfill({ json: { count: 1, ids: [7], result: [failed] } }))
    await page.route('**/api/v1/job/7/retry', (route) => route.fulfill({ json: { message: 'OK' } }))
    await page.getByRole('link', { name: 'Background Jobs' }).first().click()
    const row = page.getByRole('row', { name: /Cleanup/ })
    await row.getByText('The disk is full.').last().waitFor()
    expect(await axeFindings()).toEqual([])
    await row.hover()
    await row.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('The job starts again.').waitFor()
  }),
]
