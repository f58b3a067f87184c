import { refuse } from "./refusal.js";

/** Says what is wrong with a field. @param at in snake case, below the request: `contents[1].parts` */
export type Complain = (at: string, what: string) => void;

/**
 * Looks through a message that decoded well. Google lists everything that breaks a rule of its own, one a line, as in
 * https://github.com/browser-use/browser-use/issues/7
 * @param request the message's name, for example `GenerateContentRequest`
 * @throws Refusal with the whole list
 */
export function collectComplaints(request: string, look: (complain: Complain) => void): void {
  const complaints: string[] = [];
  look((at, what) => complaints.push(`* ${request}.${at}: ${what}\n`));
  if (complaints.length > 0) refuse(complaints.join(""));
}
