import type { ShownTag } from '../api/tags.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './TagsCell.module.css'
import { tagAddress } from './tagAddress.ts'

const texts = defineTexts('tagsCell', { more: '+{count, number}' })

/** The tags of an item, as links to their pages: the first one, and the number of the others. */
export function TagsCell({ tags }: { tags: readonly ShownTag[] }) {
  const t = useText()
  const [first, ...others] = tags
  if (!first) return null
  return (
    <span className={css.tags}>
      <a className={css.tag} href={tagAddress(first.id)} title={first.name}>
        {first.name}
      </a>
      {others.length > 0 ? (
        <Tooltip text={others.map(({ name }) => name).join(', ')}>
          <span className={css.more}>{t(texts.more, { count: others.length })}</span>
        </Tooltip>
      ) : null}
    </span>
  )
}
