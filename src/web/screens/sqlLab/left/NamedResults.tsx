import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, X } from 'lucide-react'
import { SCRATCH } from '../../../../model/sqlLab/namedResults.ts'
import { messageOf } from '../../../api/failure.ts'
import { forgetName, namedResultsQuery } from '../../../api/sqlLab.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { LabTab } from '../state/labTypes.ts'
import css from './LeftPane.module.css'

const texts = defineTexts('sqlLab.namedResults', {
  title: 'Named results',
  rows: '{count, plural, one {# row} other {# rows}}',
  copy: 'Copy SELECT statement to the clipboard',
  remove: 'Remove the name {name}',
})

/** The named results that the statements of a tab can read. */
export function NamedResults({ tab }: { tab: LabTab }) {
  const t = useText()
  const copy = useCopy()
  const queryClient = useQueryClient()
  const query = namedResultsQuery(tab.id)
  const { data = [] } = useQuery(query)
  if (data.length === 0) return null

  async function remove(name: string) {
    try {
      await forgetName(tab.id, name)
    } catch (error) {
      toast.danger(messageOf(error))
    }
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  return (
    <section className={css.named} aria-label={t(texts.title)}>
      <h2 className={css.namedTitle}>{t(texts.title)}</h2>
      {data.map(({ name, rows }) => (
        <div key={name} className={css.head}>
          <span className={css.namedRow}>
            <span>{`${SCRATCH}.${name}`}</span>
            <span className={css.count}>{t(texts.rows, { count: rows })}</span>
          </span>
          <span className={css.tools}>
            <IconButton
              size="xs"
              label={t(texts.copy)}
              icon={<Copy size={13} />}
              onClick={() => void copy(`SELECT *\nFROM ${SCRATCH}.${name}`)}
            />
            <IconButton
              size="xs"
              label={t(texts.remove, { name })}
              icon={<X size={13} />}
              onClick={() => void remove(name)}
            />
          </span>
        </div>
      ))}
    </section>
  )
}
