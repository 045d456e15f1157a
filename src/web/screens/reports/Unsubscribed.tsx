import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/failure.ts'
import { subscribeAgain, unsubscribedQuery } from '../../api/reports.ts'
import { Button } from '../../ui/Button.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './Reports.module.css'

const texts = defineTexts('reportUnsubscribed', {
  title: 'Unsubscribed',
  text: 'They unsubscribed with the link in an email and no longer receive it.',
  undo: 'Send again',
  undone: '{address} receives emails again.',
  failed: 'The unsubscribed addresses could not be loaded: {message}',
})

/** The recipients who have unsubscribed. Users who may edit a report may resume sending to them. */
export function Unsubscribed({ reportId }: { reportId: number }) {
  const t = useText()
  const queryClient = useQueryClient()
  const query = unsubscribedQuery(reportId)
  const { data: addresses = [], error } = useQuery(query)

  async function undo(address: string) {
    try {
      await subscribeAgain(reportId, address)
      toast.success(t(texts.undone, { address }))
    } catch (failure) {
      toast.danger(messageOf(failure))
    }
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  if (error) return <p className={css.hint}>{t(texts.failed, { message: messageOf(error) })}</p>
  if (addresses.length === 0) return null
  return (
    <fieldset className={css.section}>
      <legend>{t(texts.title)}</legend>
      <p className={css.hint}>{t(texts.text)}</p>
      <ul className={css.unsubscribed}>
        {addresses.map((address) => (
          <li key={address}>
            <span>{address}</span>
            <Button aria-label={`${t(texts.undo)}: ${address}`} onClick={() => void undo(address)}>
              {t(texts.undo)}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
