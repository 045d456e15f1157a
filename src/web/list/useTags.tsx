import { can, hasFlag } from '../api/bootstrap.ts'
import { type ShownTag, tagNames } from '../api/tags.ts'
import { defineTexts, useText } from '../ui/text.ts'
import type { ColumnDefinition, FilterDefinition } from './listDefinition.ts'
import { TagsCell } from './TagsCell.tsx'

const texts = defineTexts('listTags', { tag: 'Tag', tags: 'Tags' })

/** The tag column and the tag filter in the list of a resource; none for users without access to tags. */
export function useTags<T extends { tags: ShownTag[] }>(
  resource: 'chart' | 'dashboard' | 'saved_query',
): { columns: ColumnDefinition<T>[]; filters: FilterDefinition[] } {
  const t = useText()
  if (!hasFlag('TAGGING_SYSTEM') || !can('can_read', 'Tag')) return { columns: [], filters: [] }
  return {
    columns: [
      {
        key: 'tags',
        label: t(texts.tags),
        // the list of charts has the most columns
        width: resource === 'chart' ? 110 : 130,
        hiddenBelow: resource === 'chart' ? 'large' : 'medium',
        cell: (item) => <TagsCell tags={item.tags} />,
      },
    ],
    filters: [
      {
        key: 'tag',
        label: t(texts.tag),
        load: tagNames,
        toFilter: (value) => ({ col: 'tags', opr: `${resource}_tags`, value }),
      },
    ],
  }
}
