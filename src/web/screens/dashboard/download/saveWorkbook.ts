import { dashboardWorkbook } from '../../../api/dashboardWorkbook.ts'
import { messageOf } from '../../../api/failure.ts'
import { saveFile } from '../../../ui/saveFile.ts'
import { defineTexts, type useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import type { Session } from '../state/session.ts'
import { shareState } from '../useShare.ts'

const texts = defineTexts('dashboard.workbook', {
  untitled: '[ untitled dashboard ]',
  started: 'The Excel file is being written. It has a sheet for each chart.',
  failed: 'The Excel file could not be written: {reason}',
})

/** Downloads the data of all charts of the dashboard, with the current filters, as one workbook. */
export async function saveWorkbook({ item, store }: Session, t: ReturnType<typeof useText>): Promise<void> {
  toast.info(t(texts.started))
  try {
    const blob = await dashboardWorkbook(item.id, shareState(store.getState(), undefined))
    saveFile(blob, item.dashboard_title || t(texts.untitled), 'xlsx')
  } catch (error) {
    toast.danger(t(texts.failed, { reason: messageOf(error) }))
  }
}
