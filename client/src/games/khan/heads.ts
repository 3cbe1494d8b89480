// The heads of the rulers: hats, helmets and beards by which one knows them from afar.

/** [ruler] what is drawn over a face whose middle is at 0, -2. */
export const HEADS: Readonly<Record<string, string>> = {
  // A turban with a red feather, a moustache
  seljuk: '<path fill="#f4f1ea" d="M-10-6Q-12-15 0-16 12-15 10-6Z"/><path fill="none" d="M-9-9q9-6 18 0M-8-12q8-4 16 0"/><path fill="#c0392b" d="M3-15q2-7 6-6-1 4-4 7Z"/><path fill="#2b2119" d="M-6 2Q0 12 6 2 3 6 0 4-3 6-6 2Z"/>',
  // A cap with fur and a cross, a full beard
  russian: '<path fill="#d8443a" d="M-8-8Q-7-17 0-17 7-17 8-8Z"/><path fill="#6b4a2b" d="M-10-5q0-5 10-5t10 5Z"/><path stroke-width="1.8" d="M0-17v-6M-3-21h6"/><path fill="#8a5a2b" d="M-8-1Q-7 12 0 12 7 12 8-1 5 4 0 3-5 4-8-1Z"/>',
  // A crown, long moustaches
  hungarian: '<path fill="#ffcf3f" d="M-9-6V-15l4 4 5-7 5 7 4-4V-6Z"/><path fill="#4b2e16" d="M-10 3q5 3 10-1 5 4 10 1-4 6-10 3-6 3-10-3Z"/>',
  // A wide turban with an emerald, a pointed beard
  abbasid: '<path fill="#fff" d="M-12-6Q-13-13-6-14-4-20 0-20 4-20 6-14 13-13 12-6Z"/><circle fill="#1d8a5a" cy="-10" r="2.6"/><path fill="#17120e" d="M-7 0Q-5 14 0 14 5 14 7 0 4 5 0 4-4 5-7 0Z"/>',
  // The hat of a Song official, with its long wings
  song: '<path fill="#17120e" d="M-8-6V-13Q0-19 8-13V-6Z"/><path stroke-width="3.4" d="M-8-9H-19M8-9H19"/><path fill="none" stroke-width="1.4" d="M-5 4.500q2-1 4 0M1 4.500q2-1 4 0M0 6.500v7"/>',
  // A wide hat of horsehair with its ribbons
  goryeo: '<path fill="#17120e" d="M-6-8-5-18H5L6-8Z"/><ellipse fill="#17120e" cy="-7.5" rx="16" ry="3.4"/><path fill="none" d="M-8.5-5Q-6 8-3 11M8.5-5Q6 8 3 11"/>',
  // A helmet of steel with cheek guards and a spike
  delhi: '<path fill="#c9ccd2" d="M-9.5-5Q-9-13 0-20 9-13 9.5-5Z"/><path stroke-width="2" d="M0-20v-5"/><path fill="#9aa0a8" d="M-9.5-5v11l4-3V-4ZM9.5-5v11l-4-3V-4Z"/><path fill="#17120e" d="M-5 4q5 4 10 0-5 2-10 0Z"/>',
  // A lama's hat with its tall crest
  tibetan: '<path fill="#ffcf3f" d="M-9.5-4Q-10-13-3-17 1-25 9-19 4-18 7-13 10-9 9.5-4Z"/><path fill="none" d="M-9-5q9-4 18 0"/>',
};
