import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { type ReportTest, reportsKey, testReport } from '../../api/reports.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './Reports.module.css'

const texts = defineTexts('reportTest', {
  title: 'Preview',
  text: 'Text of the message',
  attached: 'Attached: {files}',
  close: 'Close',
  send: 'Send to me',
  sent: 'A test was sent to {address}.',
  holds: 'The condition is met now. The alert would send this message.',
  notHolds: 'The condition is not met now. The alert would send nothing.',
})

/** A preview of a stored alert or report with current data. It is sent only to the user's own address. */
export default function TestDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: [reportsKey, 'test', id],
    queryFn: () => testReport(id, false),
    gcTime: 0,
    retry: false,
  })

  async function send() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const { sent_to: address } = await testReport(id, true)
      toast.success(t(texts.sent, { address }))
      onClose()
    } catch (reason) {
      setFailure(messageOf(reason))
      setIsBusy(false)
    }
  }

  const problem = failure ?? (error ? messageOf(error) : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={640}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.close)}
          </Button>
          <Button size="md" variant="primary" busy={isBusy} disabled={data === undefined} onClick={() => void send()}>
            {t(texts.send)}
          </Button>
        </>
      }
    >
      {problem === undefined ? null : (
        <div className={css.problem}>
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      {data === undefined ? (
        problem === undefined && <Spinner />
      ) : (
        <div className={css.test}>
          {data.condition === null ? null : <ConditionBanner condition={data.condition} />}
          <p className={css.subject}>{data.subject}</p>
          <ScrollRegion label={t(texts.text)} className={css.preview}>
            {data.text}
          </ScrollRegion>
          {data.files.length > 0 ? (
            <p className={css.hint}>{t(texts.attached, { files: data.files.join(', ') })}</p>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}

function ConditionBanner({ condition }: { condition: NonNullable<ReportTest['condition']> }) {
  const t = useText()
  if ('error' in condition) return <Banner tone="danger">{condition.error}</Banner>
  return <Banner tone="info">{t(condition.holds ? texts.holds : texts.notHolds)}</Banner>
}
