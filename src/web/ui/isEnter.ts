import type { KeyboardEvent } from 'react'

/** Whether Enter was meant as such: an input method takes it to end a word that is still being composed. */
export const isEnter = ({ key, nativeEvent }: KeyboardEvent) => key === 'Enter' && !nativeEvent.isComposing
