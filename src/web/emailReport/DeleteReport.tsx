import { useQuery, useQueryClient } from '@tanstack/react-query'
import { currentUser } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { attachedReportQuery, deleteReport, type ReportPlace, reportsKey } from '../api/reports.ts'
import { DeleteDialog } from '../ui/ConfirmDialog.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('emailReport.delete', {
  title: 'Delete Report?',
  question: 'This action will permanently delete {name}.',
  deleted: 'Deleted: {name}',
  failed: 'Your report could not be deleted',
})

/** Asks for confirmation before the user's own e-mail report of a chart or dashboard is deleted. */
export default function DeleteReport({ place, onClose }: { place: ReportPlace; onClose: () => void }) {
  const t = useText()
  const queryClient = useQueryClient()
  const report = useQuery(attachedReportQuery(place, currentUser.userId ?? 0)).data
  if (!report) return null
  const { id, name } = report

  async function remove() {
    try {
      await deleteReport(id)
      toast.success(t(texts.deleted, { name }))
    } catch (error) {
      toast.danger(`${t(texts.failed)} ${messageOf(error)}`)
    }
    await queryClient.invalidateQueries({ queryKey: [reportsKey] })
    onClose()
  }

  return (
    <DeleteDialog open title={t(texts.title)} onClose={onClose} onConfirm={remove}>
      {t(texts.question, { name })}
    </DeleteDialog>
  )
}
