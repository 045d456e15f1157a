import { withProgressToast } from '../../../ui/progressToast.ts'
import { defineTexts, type useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import type { Session } from '../state/session.ts'
import { type DashboardFile, downloadDashboard, TooLargeForImage } from './downloadDashboard.ts'

const texts = defineTexts('dashboard.download', {
  preparing: 'Preparing the image ...',
  untitled: '[ untitled dashboard ]',
  failed: 'Image download failed, please refresh and try again.',
  tooLarge: 'This tab is too large for one image. Its charts can be downloaded one by one.',
  left: 'The browser cannot copy everything into the file. Missing: {names}',
})

/** Downloads the open tab, and shows a message about charts that are missing in the file. */
export async function saveDashboardFile(
  session: Session,
  kind: DashboardFile,
  t: ReturnType<typeof useText>,
): Promise<void> {
  try {
    const title = session.item.dashboard_title || t(texts.untitled)
    const left = await withProgressToast(t(texts.preparing), () => downloadDashboard(session, title, kind))
    if (left.length > 0) toast.warning(t(texts.left, { names: left.join(', ') }))
  } catch (error) {
    toast.warning(t(error instanceof TooLargeForImage ? texts.tooLarge : texts.failed))
  }
}
