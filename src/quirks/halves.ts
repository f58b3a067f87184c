/**
 * Where a text can be cut within a character, between the halves of the first surrogate pair in it: JSON carries each half
 * as an escape of its own, https://www.rfc-editor.org/rfc/rfc8259#section-8.2
 * @returns the length of the first part; 0 where there is no such pair
 */
export const withinCharacter = (text: string): number => text.search(/[\ud800-\udbff][\udc00-\udfff]/) + 1;
