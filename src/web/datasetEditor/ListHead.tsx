import { Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import css from './DatasetEditor.module.css'

interface ListHeadProps {
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  addLabel?: string
  onAdd?: () => void
  children?: ReactNode
}

/** Above a list: its search and what is done to all of it. */
export function ListHead({ searchLabel, search, onSearch, addLabel, onAdd, children }: ListHeadProps) {
  return (
    <div className={css.listHead}>
      <TextField
        hideLabel
        label={searchLabel}
        placeholder={searchLabel}
        className={css.search}
        icon={<Search size={14} />}
        value={search}
        onChange={onSearch}
      />
      {children}
      {onAdd ? (
        <Button size="sm" icon={<Plus size={14} />} onClick={onAdd}>
          {addLabel}
        </Button>
      ) : null}
    </div>
  )
}
