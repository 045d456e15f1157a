import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../api/failure.ts'
import { isUsed, type UsageQuestion, usageQuery } from '../api/usage.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DeleteUsage.module.css'
import { UsageList } from './UsageList.tsx'

const texts = defineTexts('deleteUsage', {
  nothing: 'Nothing uses this.',
  failed: 'The list of objects that use this could not be loaded: {message}',
})

/** The confirmation of a deletion, with the objects that the deletion affects. */
export function DeleteUsage({ question, children }: { question: UsageQuestion; children: ReactNode }) {
  const t = useText()
  const { data, error } = useQuery(usageQuery(question))
  return (
    <div className={css.part}>
      <div>{children}</div>
      {error ? <p className={css.quiet}>{t(texts.failed, { message: messageOf(error) })}</p> : null}
      {!data && !error ? <Spinner /> : null}
      {data && isUsed(data) ? <UsageList usage={data} /> : null}
      {data && !isUsed(data) ? <p className={css.quiet}>{t(texts.nothing)}</p> : null}
    </div>
  )
}
