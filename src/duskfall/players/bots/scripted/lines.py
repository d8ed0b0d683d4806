"""The lines of a scripted player, by what there is to say.

{who}: of whom it speaks; {of}: another player in the reason; {word}: a result; {role}: a role with its article;
{results}: what was read of others; {office}: the title that is voted for.
"""

from __future__ import annotations

from duskfall.players.bots.scripted.charges import CHARGES

LINES: dict[str, tuple[str, ...]] = {
    **CHARGES,
    # -- results and roles -------------------------------------------------------------------------------
    "guilty": (
        "I am {role}. {results} Vote {who} today.",
        "Time to speak up: I am {role}. {results}",
        "{role}, and I have something. {results} {who} goes today.",
        "I did not want to say this so early. I am {role}. {results}",
    ),
    "duel": (
        "Nonsense. I am {role}, and {who} is a fake. {results}",
        "{who} stole my claim. I am {role}. {results}",
        "One of us two is lying, and it is {who}. I am {role}. {results}",
    ),
    "innocent": (
        "I am {role}. {results} Do with it what you like.",
        "For the record, since I may not wake up tomorrow: I am {role}. {results}",
        "I am {role}. {results} That leaves fewer to look at.",
    ),
    "more": (
        "Another night, another result. {results}",
        "News from {role}. {results}",
        "{results} That is what I have.",
    ),
    "counter": (
        "No. I am {role}, and {who} is lying.",
        "{who} is not {role}. I am.",
        "I hoped to stay hidden, but {who} has my card. I am {role}.",
    ),
    "out": (
        "Stop. I am {role}. You are about to make a mistake.",
        "If you must know: I am {role}.",
        "All right: {role}. Now look elsewhere.",
        "I am {role}. Think twice before you lose me.",
    ),
    "confess": (
        "Suppose I were {role}. What would you do about it?",
        "You got me. I am {role}. Happy now?",
        "Honestly, I would vote for me.",
    ),
    # -- about oneself -----------------------------------------------------------------------------------
    "deny": (
        "It is not me, {who}. Look at what I did, not at how I sound.",
        "You are wrong, {who}, and it costs us a day.",
        "{who}, give me one fact. One.",
        "I understand the suspicion. It is still wrong.",
        "If I were what {who} says, I would have played this better.",
        "Go on, waste the vote on me. Then remember who asked for it: {who}.",
        "Wrong door, {who}. Try the next one.",
        "I have been called worse by better people than {who}.",
        "Everybody is suspicious at this table, {who}. You picked the easy name.",
    ),
    "reply": (
        "Fair question, {who}. I have nothing to hide.",
        "Since you ask, {who}: I am watching, and I like little of what I see.",
        "{who}, I will tell you the same tomorrow: I am on your side.",
        "My answer to {who}: read the votes.",
        "I sleep at night, {who}. Do you?",
        "{who}, ask me again after the vote.",
    ),
    "reply_name": (
        "To answer {who}: {of}.",
        "You asked, {who}. I say {of}.",
        "{who}, since you want a name: {of}.",
        "I told myself to wait, {who}, but it is {of}.",
        "{of}, {who}. Watch {of}.",
        "Not you, {who}. {of}.",
    ),
    "plea": (
        "Not me. You will regret this one.",
        "Look at the other one again, and count who brought us here.",
        "I have said what I am. Vote with your head.",
        "If I go, look at those who were in a hurry.",
    ),
    # -- about the others --------------------------------------------------------------------------------
    "ask": (
        "Where do you stand?",
        "Whom would you vote for right now, and why?",
        "What did you make of last night?",
        "You have been quiet. What do you know?",
        "Convince me. Why should you stay?",
        "Whom do you trust here?",
        "Who worries you most?",
        "If you could look at one card, whose would it be?",
        "What is the one thing we are all missing?",
        "Would you bet your seat on anybody here?",
    ),
    "trust": (
        "I believe {who}.",
        "{who} sounds right to me. Let us keep {who} alive.",
        "Nobody has contradicted {who}. I take the claim.",
        "Whoever can protect somebody tonight: {who}.",
        "I would rather listen to {who} than guess.",
    ),
    "mourn": (
        "Poor {who}. Somebody here knows exactly why.",
        "So it was {who}. Think: who wanted that?",
        "{who} deserved better. Let us make it count.",
        "The night took {who}. It did not pick at random.",
        "I will miss {who}. I will miss some of you less.",
    ),
    "rid_of": (
        "{who} was {role}. Somebody did us a favour.",
        "So {who} was {role}. I will not pretend to be sad.",
        "One of theirs, for once. {who} was {role}.",
    ),
    "quiet": (
        "Nobody died. Somebody did a good night's work.",
        "A quiet night. Either luck or a very good guess.",
        "We are all still here. That does not happen by itself.",
        "No body this morning. I would like to know whom to thank.",
        "Everybody breathing? Good. Suspicious, but good.",
        "They missed. Or somebody stood in the way.",
    ),
    "muse": (
        "I have no strong read yet. Let us hear the others.",
        "Do not rush. They want us to rush.",
        "Watch the votes, not the words.",
        "Somebody at this table is enjoying this too much.",
        "I will keep my reasons to myself for one more day.",
        "Let us be careful. A wrong vote is a free kill.",
        "We talk a lot and know little.",
        "Whoever is quiet today will have to explain it tomorrow.",
        "I am listening.",
        "Two of you have not said a straight sentence yet.",
        "I count too many friendly faces.",
        "Let them make the next mistake.",
        "I want to see who follows whom.",
        "Somebody should write this down.",
    ),
    "state": (
        "My vote: {who}.",
        "I am voting {who}.",
        "{who}. That is my last word on it.",
        "It is {who} for me.",
        "Unless something changes: {who}.",
        "I have made up my mind. {who}.",
        "Write me down for {who}.",
        "{who} gets my vote.",
        "Nothing I heard changed it: {who}.",
        "My finger points at {who}.",
        "One vote for {who} from me.",
        "I end where I began: {who}.",
        "{who}, and no regrets.",
        "No more words needed. {who}.",
    ),
    "undecided": (
        "I am not convinced by anybody yet.",
        "No name from me today.",
        "I would rather wait than guess.",
        "Ask me again tomorrow.",
        "I have nothing against anybody, and that worries me.",
    ),
    # -- other occasions ---------------------------------------------------------------------------------
    "campaign": (
        "Make me {office} and you will hear my reasons every day.",
        "I want to lead because somebody must, and I do not panic.",
        "I will speak last and I will listen first.",
        "You may not like me, but you can count on my vote.",
        "The {office} should be somebody who takes notes. I do.",
    ),
    "campaign_claim": (
        "I am {role}. {results} That is why I should lead.",
        "You want {role} as {office}, and that is me. {results}",
    ),
    "farewell": (
        "I was {role}. Carry on without me.",
        "I was {role}, and I did what I could.",
        "Believe it or not, I was {role}.",
        "{role}, for what it is worth now.",
    ),
    "farewell_name": (
        "I was {role}. Look at {who} next.",
        "{role}, and I leave you one name: {who}.",
        "Remember me when you vote for {who}. I was {role}.",
    ),
    "farewell_dark": (
        "Well played. You have no idea how close it was.",
        "You are welcome to look for the rest.",
        "You got one. Count again tonight.",
        "One down. Sleep well.",
    ),
    "plot": (
        "{who} tonight.",
        "I say we take {who}.",
        "{who} knows too much.",
        "Let us be done with {who}.",
        "{who}. Nobody will miss {who} before noon.",
    ),
    "plot_claim": (
        "{who} claims to be {role}. That has to stop tonight.",
        "{role} first: {who}.",
        "We cannot let {who} have another night.",
    ),
    "agree": (
        "Agreed. {who}.",
        "Fine by me: {who}.",
        "{who} it is.",
        "Yes. And tomorrow we look surprised.",
        "{who}, and quickly.",
        "I had {who} in mind as well.",
    ),
    "interrogate": (
        "You sit here for a reason. What is your role?",
        "Last chance: who are you, and who can confirm it?",
        "Talk. What did you do last night?",
        "I have heard better stories. Go on.",
        "And whom do you suspect?",
        "Give me a name, or I make my own list.",
        "Why should I let you out of here?",
        "Did anybody ask you to be quiet today?",
    ),
    "prisoner": (
        "I am {role}. You have the wrong one.",
        "{role}, I swear. Let me go back to work.",
        "You are holding {role}. The real ones are laughing outside.",
    ),
    "prisoner_name": (
        "If you want somebody, take {who}.",
        "Ask {who} the same questions.",
        "While you keep me here, {who} is busy.",
        "Let me out and I will vote {who} with you.",
    ),
}  # fmt: skip
