import { useQuery, useQueryClient } from '@tanstack/react-query'
import { can, currentUser, hasFlag } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { attachedReportQuery, type ReportPlace, reportsKey, updateReport } from '../api/reports.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('emailReport.menu', {
  setUp: 'Set up an email report',
  manage: 'Manage email report',
  active: 'Email reports active',
  edit: 'Edit email report',
  delete: 'Delete email report',
  loading: 'Loading...',
  notLoaded: 'There was an issue fetching reports attached to this dashboard.',
  notSwitched: 'We were unable to active or deactivate this report.',
})

/** The dialogs of an e-mail report. */
export type ReportDialogName = 'emailReport' | 'deleteReport'

const mayReport = () =>
  currentUser.userId !== undefined &&
  hasFlag('ALERT_REPORTS') &&
  can('menu_access', 'Manage') &&
  can('can_write', 'ReportSchedule')

/**
 * The menu entry for the user's own e-mail report of a saved chart or dashboard. The report is requested when the menu
 * opens.
 */
export function useReportEntry(place: ReportPlace | undefined, onOpen: (dialog: ReportDialogName) => void): MenuEntry {
  const t = useText()
  const queryClient = useQueryClient()
  const isOffered = place !== undefined && mayReport()
  const attached = useQuery({
    ...attachedReportQuery(place ?? { kind: 'chart', id: 0 }, currentUser.userId ?? 0),
    enabled: isOffered,
  })
  if (!isOffered) return false
  const report = attached.data
  if (report === undefined) {
    return { label: t(texts.setUp), disabledReason: t(attached.error ? texts.notLoaded : texts.loading) }
  }
  if (report === null) return { label: t(texts.setUp), onSelect: () => onOpen('emailReport') }

  async function setActive(id: number, active: boolean) {
    try {
      await updateReport(id, { active })
    } catch (error) {
      toast.danger(`${t(texts.notSwitched)} ${messageOf(error)}`)
    }
    await queryClient.invalidateQueries({ queryKey: [reportsKey] })
  }

  return {
    label: t(texts.manage),
    items: [
      {
        label: t(texts.active),
        checked: report.active,
        onSelect: () => void setActive(report.id, !report.active),
      },
      { label: t(texts.edit), onSelect: () => onOpen('emailReport') },
      { label: t(texts.delete), danger: true, onSelect: () => onOpen('deleteReport') },
    ],
  }
}
